/** A transform of jest: replaces a file that is loaded outside of the sandbox (service-environment.cjs). */
exports.process = (_source, file) => ({
  code: `module.exports = loadedOutside(${JSON.stringify(file)});`,
});

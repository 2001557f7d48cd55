/**
 * A transform of jest: stands in for a file that is loaded outside of the sandbox (service-environment.cjs).
 */
exports.process = (_source, file) => ({
  code: `module.exports = loadedOutside(${JSON.stringify(file)});`,
});

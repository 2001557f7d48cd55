/**
 * The order of the files of specs. Specs that start processes or servers of their own come first, as they take long
 * and wait most. The others are sorted by size. If such a spec ran last, no other would fill its waits.
 */
const { readFileSync, statSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

const STARTS_OTHERS = /\/(built-process|mariadb-server|replicated-servers|redis-server|s3-server)'/;

class LongestFirst extends Sequencer {
  sort(tests) {
    const places = tests.map((test) => {
      const startsOthers = STARTS_OTHERS.test(readFileSync(test.path, 'utf8'));
      return { test, startsOthers, size: statSync(test.path).size };
    });
    places.sort((a, b) => b.startsOthers - a.startsOthers || b.size - a.size);
    return places.map(({ test }) => test);
  }
}

module.exports = LongestFirst;

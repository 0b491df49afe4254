const { readFileSync } = require('node:fs');
const { relative, sep } = require('node:path');
const { default: TestSequencer } = require('@jest/test-sequencer');

const TIMEOUT = /\bjest\.setTimeout\(([\d_]+)\)/;

/** The timeout that a suite sets for its tests, in ms; 0 if it sets none. */
function timeoutOf({ path }) {
  const [, ms = '0'] = TIMEOUT.exec(readFileSync(path, 'utf8')) ?? [];
  return Number(ms.replaceAll('_', ''));
}

/** Suites in `src` call functions; all others start programs, servers or builds. */
const startsPrograms = ({ path, context }) => !relative(context.config.rootDir, path).startsWith(`src${sep}`);

/**
 * Jest orders suites by the durations of the previous run. A fresh clone has none, so Jest would start the largest
 * files first. A small file that takes minutes could then run last, while the other core is idle.
 */
module.exports = class LongestFirst extends TestSequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const ranks = new Map(sorted.map((test) => [test, [Number(startsPrograms(test)), timeoutOf(test)]]));
    return sorted.toSorted((one, other) => {
      const [[programs, timeout], [otherPrograms, otherTimeout]] = [ranks.get(one), ranks.get(other)];
      return otherPrograms - programs || otherTimeout - timeout;
    });
  }
};

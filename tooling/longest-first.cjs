const { readFileSync } = require('node:fs');
const { default: TestSequencer } = require('@jest/test-sequencer');

const ALLOWED = /\bjest\.setTimeout\(([\d_]+)\)/;

/** How long a suite may take for each test, in ms; 0 where it has no limit of its own. */
function allowedMs({ path }) {
  const [, ms = '0'] = ALLOWED.exec(readFileSync(path, 'utf8')) ?? [];
  return Number(ms.replaceAll('_', ''));
}

/**
 * Jest starts suites by the durations of the run before. A fresh clone has none, and Jest then starts the largest files: a short
 * file that takes a minute could be the last, with one core for it.
 */
module.exports = class LongestFirst extends TestSequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const allowed = new Map(sorted.map((test) => [test, allowedMs(test)]));
    return sorted.toSorted((one, other) => allowed.get(other) - allowed.get(one));
  }
};

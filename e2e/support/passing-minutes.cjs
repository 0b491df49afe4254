// Preloaded by a site of the tests: what it does each minute happens when the test says that a minute has passed, and its
// clock is ahead by DAYS_AHEAD.
const MINUTE_MS = 60_000;
const AHEAD_MS = Number(process.env.DAYS_AHEAD ?? 0) * 24 * 60 * MINUTE_MS;
const { setInterval } = globalThis;
const { now } = Date;
const eachMinute = new Set();

Date.now = () => now() + AHEAD_MS;
globalThis.setInterval = (run, ms, ...rest) => {
  if (ms === MINUTE_MS) eachMinute.add(run);
  return setInterval(run, ms, ...rest);
};
process.on('SIGUSR2', () => {
  for (const run of eachMinute) run();
});

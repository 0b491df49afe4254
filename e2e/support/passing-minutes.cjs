// Preloaded by a site of the tests: what it does each minute happens when the test says that a minute has passed.
const MINUTE_MS = 60_000;
const { setInterval } = globalThis;
const eachMinute = new Set();

globalThis.setInterval = (run, ms, ...rest) => {
  if (ms === MINUTE_MS) eachMinute.add(run);
  return setInterval(run, ms, ...rest);
};
process.on('SIGUSR2', () => {
  for (const run of eachMinute) run();
});

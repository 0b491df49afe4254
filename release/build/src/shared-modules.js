// Runs in each container, in place of the bundler's own code for shared modules, which has two more kilobytes for
// ranges of versions and for copies that a part brings (docs/decisions/052).
const { chunkMapping, moduleIdToConsumeDataMapping } = __webpack_require__.consumesLoadingData;
const installed = {};

/** Makes a module of the version that the host runs, or else of its highest one. */
async function install(id) {
  const { shareScope, shareKey } = moduleIdToConsumeDataMapping[id];
  const versions = __webpack_require__.S[shareScope][shareKey] ?? {};
  const [highest] = Object.keys(versions).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const taken = Object.values(versions).find(({ loaded }) => loaded) ?? versions[highest];
  if (!taken) throw new Error(`The host does not share ${shareKey}.`);
  taken.loaded = true;
  const factory = await taken.get();
  __webpack_require__.m[id] = (module) => {
    module.exports = factory();
  };
}

__webpack_require__.f.consumes = (chunk, promises) => {
  for (const id of chunkMapping[chunk] ?? []) {
    installed[id] ??= install(id).catch((error) => {
      delete installed[id];
      throw error;
    });
    promises.push(installed[id]);
  }
};

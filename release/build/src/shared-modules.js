// Runs in each container, in place of the bundler's own code for shared modules, which has two further kilobytes for
// ranges of versions and for copies that a part brings (docs/decisions/052).
const { chunkMapping, moduleIdToConsumeDataMapping } = __webpack_require__.consumesLoadingData;
const installed = {};

const byVersion = (a, b) => b.localeCompare(a, 'en', { numeric: true });

/** The version that the host runs, or else its highest one. */
function take({ shareScope, shareKey }) {
  const versions = __webpack_require__.S[shareScope]?.[shareKey];
  if (!versions) throw new Error(`The host does not share ${shareKey}.`);
  const [highest] = Object.keys(versions).sort(byVersion);
  const taken = Object.values(versions).find(({ loaded }) => loaded) ?? versions[highest];
  taken.loaded = true;
  return taken.get();
}

async function install(id) {
  const factory = await take(moduleIdToConsumeDataMapping[id]);
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

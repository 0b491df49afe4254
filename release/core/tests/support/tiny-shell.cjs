// The node build of a minimal shell. Its pages have the elements of a real page.
const early = '<script>early()</script>';
const inline = (index) => `<script type="application/json" id="release-index">${JSON.stringify(index)}</script>`;

exports.shared = { react: { version: '19.3.1' }, '@site/shared-ui': { Button: 'Button', Heading: 'Heading' } };
exports.hostMembers = ['navigate', 'site'];
exports.routeNames = ['home'];
exports.rootFiles = ({ product }) => [
  { path: '/site.webmanifest', contentType: 'application/manifest+json', text: JSON.stringify({ name: product }) },
];

exports.render = async ({ index, path, site, script, load }) => {
  const all = Object.values(index.remotes).flatMap((release) => release.routes.map((route) => ({ release, route })));
  const own = all.find(({ route }) => route.path === path);
  const main = own ? load(own.release, own.route).Page() : '<h1>Page introuvable</h1>';
  const head = `${early}${inline(index)}<script type="module" src="${script.url}"></script>`;
  return `<!DOCTYPE html><head><title>${site.product}</title>${head}</head><main>${main}</main>`;
};

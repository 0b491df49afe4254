import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TO_COMPLETE } from '@site/contract/to-complete';
import { readManifest } from '../publish/packages';

/** @param registry has the packages of `@site`: a public registry could have others under that name */
export const projectOf = (name: string, registry: string): Readonly<Record<string, string>> => ({
  'package.json': `${JSON.stringify(manifestOf(name), null, 2)}\n`,
  'tsconfig.json': TSCONFIG,
  'rspack.config.ts': RSPACK,
  'jest.config.js': jestConfig(name),
  'README.md': readme(name),
  '.npmrc': `@site:registry=${registry}\n`,
  '.gitignore': 'node_modules/\ndist/\n.data/\n',
  '.github/workflows/release.yml': workflow(name),
});

/** Files of a remote in the repository of the site, which has all other settings. */
export const workspaceProjectOf = (name: string): Readonly<Record<string, string>> => ({
  'package.json': `${JSON.stringify(workspaceManifestOf(name), null, 2)}\n`,
  'tsconfig.json': WORKSPACE_TSCONFIG,
  'rspack.config.ts': RSPACK,
  'README.md': `# remote-${name}\n\nThe page \`/${name}\`. Run it standalone with \`npx pnpm --filter remote-${name} dev\`.\n`,
});

const WORKSPACE_TSCONFIG = `{
  "extends": "../tsconfig.base.json",
  "compilerOptions": {
    "lib": ["ES2023", "DOM", "DOM.Iterable"],
    "types": ["node", "jest", "@testing-library/jest-dom"]
  },
  "include": ["**/*.ts", "**/*.tsx", "../release/build/assets.d.ts"],
  "exclude": ["node_modules", "dist"]
}
`;

const TSCONFIG = `{
  "extends": "@site/release-build/tsconfig.remote.json",
  "include": ["**/*.ts", "**/*.tsx"],
  "exclude": ["node_modules", "dist"]
}
`;

const RSPACK = `import { remoteConfig } from '@site/release-build/remote-config';
import { contract } from './contract';

export default remoteConfig(import.meta.dirname, contract);
`;

const jestConfig = (name: string) => `import { preset } from '@site/tooling/jest.preset';

export default preset('${name}', 'jsdom', import.meta.dirname);
`;

const readme = (name: string) => `# remote-${name}

The page \`/${name}\` of the site. \`contract.ts\` has its route, title and description, \`src/content\` its texts.

\`\`\`sh
npm install
npm run dev     # the page standalone, with hot reload, on port 4290
npm run check   # types
npm test
npm run build
node_modules/.bin/release publish ${name} --site https://…   # with a token in RELEASE_TOKEN; then activate, status, rollback
\`\`\`
`;

const workflow = (
  name: string,
) => `# Publishes each change of main. Its activation waits for the approval that the environment "production" requires.
name: release
on:
  push:
    branches: [main]
permissions: {}
env:
  # The public address of the site.
  SITE: \${{ vars.SITE_ORIGIN }}
concurrency:
  group: release
  cancel-in-progress: false
jobs:
  publish:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
      id-token: write
    outputs:
      release: \${{ steps.publish.outputs.release }}
    steps:
${PREPARE}
      - id: publish
        run: |
          node_modules/.bin/release publish ${name} --site "$SITE" --json > "$RUNNER_TEMP/publication.json"
          jq -r '"release=\\(.name)@\\(.id)"' "$RUNNER_TEMP/publication.json" >> "$GITHUB_OUTPUT"

  activate:
    needs: publish
    runs-on: ubuntu-latest
    timeout-minutes: 15
    environment: production
    permissions:
      contents: read
      id-token: write
    steps:
${PREPARE}
      - env:
          RELEASE: \${{ needs.publish.outputs.release }}
        run: node_modules/.bin/release activate "$RELEASE" --site "$SITE" --why "$(git log -1 --format='%h %s')"
`;

const PREPARE = `      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with:
          node-version: 24
          package-manager-cache: false
      - run: npm ci`;

export const sourcesOf = (name: string): Readonly<Record<string, string>> => ({
  'contract.ts': contract(name),
  [`src/content/${name}.ts`]: content,
  [`src/${name}-page.tsx`]: page(name),
  [`src/${name}-page.test.tsx`]: test(name),
  'journeys/open.json': journey(name),
});

const journey = (name: string) => `{
  "title": "Ouvrir la page, puis revenir à l’accueil",
  "steps": [
    { "type": "navigate", "url": "/${name}" },
    {
      "type": "click",
      "selectors": [["aria/Retour à l’accueil[role=\\"link\\"]"]],
      "assertedEvents": [{ "type": "navigation", "url": "/" }]
    }
  ]
}
`;

const routeName = (name: string) => name.replaceAll(/-+([a-z0-9]?)/g, (_, next: string) => next.toUpperCase());

const contract = (name: string) => `import type { RemoteContract } from '@site/contract/routes';

export const contract = {
  name: '${name}',
  routes: [
    {
      name: '${routeName(name)}',
      path: '/${name}',
      module: '${name}-page',
      title: '${TO_COMPLETE}',
      description: '${TO_COMPLETE}',
    },
  ],
} as const satisfies RemoteContract;
`;

const content = `export const content = {
  title: '${TO_COMPLETE}',
  intro: '${TO_COMPLETE}',
  back: 'Retour à l’accueil',
} as const;
`;

const page = (name: string) => `import type { HostedPage } from '@site/contract/host';
import { PageHeader, TextLink } from '@site/shared-ui';
import { content } from './content/${name}';

export const Page: HostedPage = ({ host }) => (
  <PageHeader title={content.title} intro={content.intro}>
    <TextLink asChild>
      <host.Link to={host.paths.home}>{content.back}</host.Link>
    </TextLink>
  </PageHeader>
);
`;

const test = (name: string) => `import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { contract } from '../contract';
import { Page } from './${name}-page';

test('shows the title of the contract as its main heading', () => {
  renderInHost(<Page host={fakeHost()} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(contract.routes[0].title);
});
`;

const RUN = ['@site/contract', '@site/shared-ui', 'react', 'react-dom'];
const BUILD = ['@rspack/cli', '@rspack/core', '@site/release-build'];
const DEVELOP = [
  ...BUILD,
  '@site/release-cli',
  '@site/tooling',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jest',
  'typescript',
];

const OF_WORKSPACE = ['@site/release-cli', '@site/tooling', '@types/jest', '@types/node', 'jest', 'typescript'];
/** A first start builds every part, and installs no tools of development. */
const TO_START = [...BUILD, ...RUN].sort();

const workspaceManifestOf = (name: string) => ({
  name: `@site/remote-${name}`,
  version: '1.0.0',
  private: true,
  type: 'module',
  scripts: {
    dev: 'rspack serve --env standalone',
    build: 'rspack build',
    test: `jest -c ../jest.config.js --selectProjects remote-${name}`,
  },
  dependencies: ofWorkspace(TO_START),
  devDependencies: ofWorkspace([
    ...DEVELOP.filter((tool) => !OF_WORKSPACE.includes(tool) && !TO_START.includes(tool)),
    'jest-environment-jsdom',
  ]),
});

const ofWorkspace = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, name.startsWith('@site/') ? 'workspace:*' : 'catalog:']));

export const manifestOf = (name: string) => ({
  name: `remote-${name}`,
  version: '1.0.0',
  private: true,
  type: 'module',
  engines: { node: '>=20.19' },
  scripts: {
    dev: 'rspack serve --env standalone',
    build: 'rspack build',
    check: 'tsc --noEmit -p .',
    test: 'jest',
  },
  dependencies: readVersions(RUN),
  devDependencies: readVersions(DEVELOP),
});

const EXACT = /^\d/;

/** A published manifest has exact versions; in the workspace, they come from the installed packages. */
function readVersions(names: readonly string[]): Record<string, string> {
  const home = packageFolder(import.meta.dirname);
  const { name: ownName = '', version = '', dependencies, devDependencies } = readManifest(home);
  const versions: Record<string, string> = { ...devDependencies, ...dependencies, [ownName]: version };
  const versionOf = (name: string) => {
    const declared = versions[name];
    const found =
      declared && (EXACT.test(declared) ? declared : readManifest(join(home, 'node_modules', name)).version);
    if (!found) throw new Error(`${ownName} has no version of ${name}.`);
    return found;
  };
  return Object.fromEntries(names.map((name) => [name, versionOf(name)]));
}

const packageFolder = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(folder));

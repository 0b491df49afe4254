import { manifestOf, workspaceManifestOf } from './manifest';

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

/** In the repository of the site, which has all other settings. */
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
  "include": ["**/*.ts", "**/*.tsx", "../tooling/assets.d.ts"],
  "exclude": ["node_modules", "dist"]
}
`;

const TSCONFIG = `{
  "extends": "@site/tooling/tsconfig.remote.json",
  "include": ["**/*.ts", "**/*.tsx"],
  "exclude": ["node_modules", "dist"]
}
`;

const RSPACK = `import { remoteConfig } from '@site/tooling/remote-config';
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

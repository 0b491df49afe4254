import { readVersions } from './versions';

const RUN = ['@site/contract', '@site/shared-ui', 'react', 'react-dom'];
const DEVELOP = [
  '@rspack/cli',
  '@rspack/core',
  '@site/release',
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

const OF_WORKSPACE = ['@site/release', '@types/jest', '@types/node', 'jest', 'typescript'];

/** In the repository of the site: its versions are those of the workspace, which also has the tools. */
export const workspaceManifestOf = (name: string) => ({
  name: `@site/remote-${name}`,
  version: '1.0.0',
  private: true,
  type: 'module',
  scripts: {
    dev: 'rspack serve --env standalone',
    build: 'rspack build',
    test: `jest -c ../jest.config.js --selectProjects remote-${name}`,
  },
  dependencies: ofWorkspace(RUN),
  devDependencies: ofWorkspace([...DEVELOP.filter((tool) => !OF_WORKSPACE.includes(tool)), 'jest-environment-jsdom']),
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

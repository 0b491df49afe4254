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

import * as sharedUi from '@site/shared-ui';
import { version as sharedUiVersion } from '@site/shared-ui/package.json';
import React from 'react';
import jsxRuntime from 'react/jsx-runtime';
import ReactDom from 'react-dom';
import ReactDomClient from 'react-dom/client';

/** As the shell runs it: no container replaces it by a later version that it brings. */
const running = (version: string, module: unknown) => ({
  [version]: { from: 'shell', loaded: true, get: () => () => module },
});

/** The share scope of Module Federation: modules by name and version. */
export const SHARE_SCOPE = {
  react: running(React.version, React),
  'react/jsx-runtime': running(React.version, jsxRuntime),
  'react-dom': running(ReactDom.version, ReactDom),
  'react-dom/client': running(ReactDom.version, ReactDomClient),
  '@site/shared-ui': running(sharedUiVersion, sharedUi),
};

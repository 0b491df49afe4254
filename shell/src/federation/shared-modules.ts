import type { ShellBuild } from '@site/contract/shell-build';
import * as sharedUi from '@site/shared-ui';
import { version as sharedUiVersion } from '@site/shared-ui/package.json';
import React from 'react';
import jsxRuntime from 'react/jsx-runtime';
import ReactDom from 'react-dom';

/** Shared with the parts, in Node as in browsers, so that a page has one React and one design system. */
export const shared: ShellBuild['shared'] = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  '@site/shared-ui': sharedUi,
};

/** The share scope of Module Federation. All is loaded: no container replaces it by a later version that it brings. */
export const SHARE_SCOPE = Object.fromEntries(
  Object.entries(shared).map(([name, module]) => {
    const version = module === sharedUi ? sharedUiVersion : React.version;
    return [name, { [version]: { from: 'shell', loaded: true, get: () => () => module } }];
  }),
);

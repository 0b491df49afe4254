import type { Store } from '@site/release-core/store/store';
import type { Context, Options } from '../../src/commands/command';

const NO_OPTIONS: Options = {
  // Pages of tiny sites do not run in a browser.
  isUnchecked: true,
  accept: [],
  why: 'a test',
  who: 'Camille Martin',
  isDirtyAllowed: false,
  to: undefined,
  from: undefined,
  change: undefined,
  retire: [],
  redirect: [],
  keep: 10,
  days: 30,
  name: undefined,
  since: undefined,
  limit: undefined,
  isDry: false,
  isDraft: false,
  may: undefined,
  until: undefined,
  oidc: undefined,
  claim: [],
};

export const contextOn = (store: Store, options: Partial<Options> = {}): Context => ({
  root: '',
  dataDir: '',
  store,
  options: { ...NO_OPTIONS, ...options },
});

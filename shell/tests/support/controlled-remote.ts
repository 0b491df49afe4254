import type { PageModule } from '@site/contract/host';
import type { LoadableRelease } from '@site/contract/release-index';
import type { RemoteRoute } from '@site/contract/routes';
import { act } from '@testing-library/react';
import type { LoadPage } from '../../src/federation/fallback-chain';
import { type FaultCode, RemoteLoadError } from '../../src/federation/fault';
import { examplePage } from './example-page';

interface Attempt {
  readonly release: LoadableRelease;
  readonly route: RemoteRoute;
  readonly resolve: (module: PageModule) => void;
  readonly reject: (error: Error) => void;
}

/** Loads of which the test settles the latest. */
export function createControlledRemote() {
  const attempts: Attempt[] = [];
  const latest = () => {
    const attempt = attempts.at(-1);
    if (!attempt) throw new Error('No page was requested.');
    return attempt;
  };
  const load: LoadPage = (release, route) =>
    new Promise((resolve, reject) => {
      attempts.push({ release, route, resolve, reject });
    });
  return {
    load,
    requestedPaths: () => attempts.map(({ route }) => route.path),
    requestedReleases: () => attempts.map(({ release }) => release.id),
    resolve: (module?: PageModule) => act(async () => latest().resolve(module ?? examplePage(latest().route))),
    /** The default code is not retried. */
    reject: (code: FaultCode = 'timeout') =>
      act(async () => latest().reject(new RemoteLoadError('It did not load.', { phase: 'entry', code }))),
  };
}

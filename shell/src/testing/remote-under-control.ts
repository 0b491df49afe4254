import type { LoadableRelease, PageModule, RemoteRoute } from '@site/shared-ui/host';
import { act } from '@testing-library/react';
import { type FaultCode, RemoteLoadError } from '../federation/fault';
import type { LoadPage } from '../federation/fallback-chain';
import { examplePage } from './example-page';

interface Attempt {
  readonly release: LoadableRelease;
  readonly route: RemoteRoute;
  readonly resolve: (module: PageModule) => void;
  readonly reject: (error: Error) => void;
}

/** Remotes that come, or fail to, when the test says so: always the one that was asked for last. */
export function remoteUnderControl() {
  const attempts: Attempt[] = [];
  const latest = () => {
    const attempt = attempts.at(-1);
    if (!attempt) throw new Error('No remote was asked for.');
    return attempt;
  };
  const load: LoadPage = (release, route) =>
    new Promise((resolve, reject) => {
      attempts.push({ release, route, resolve, reject });
    });
  return {
    load,
    asked: () => attempts.map(({ route }) => route.path),
    askedReleases: () => attempts.map(({ release }) => release.id),
    arrives: (module?: PageModule) => act(async () => latest().resolve(module ?? examplePage(latest().route))),
    /** For good, unless the test says that it was a failure which may pass. */
    fails: (code: FaultCode = 'timeout') =>
      act(async () => latest().reject(new RemoteLoadError('It did not load.', { phase: 'entry', code }))),
  };
}

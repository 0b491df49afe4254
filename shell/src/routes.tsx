import type { Host } from '@site/contract/host';
import { Route, Routes } from 'react-router-dom';
import { RemoteOutlet } from './federation/remote-outlet';
import type { RemotePage } from './federation/remote-page';
import { UnmountErrorBoundary } from './federation/unmount-error-boundary';
import { NotFound } from './layout/not-found';

interface SiteRoutesProps {
  readonly pages: readonly RemotePage[];
  readonly host: Host;
}

export function SiteRoutes({ pages, host }: SiteRoutesProps) {
  return (
    <UnmountErrorBoundary>
      <Routes>
        {pages.map((page) => (
          <Route
            key={page.route.path}
            path={page.route.path}
            element={<RemoteOutlet key={page.route.path} page={page} host={host} />}
          />
        ))}
        <Route path="*" element={<NotFound host={host} />} />
      </Routes>
    </UnmountErrorBoundary>
  );
}

import type { PageModule } from '@site/contract/host';
import { todayInParis } from '@site/contract/today';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { contract } from 'this-remote/contract';
import { fakeHost } from '../src/fake-host';
import { createNoticeStore, NoticeList } from '../src/feedback/notice-list';
import { UiProvider } from '../src/ui-provider';

const pages = import.meta.webpackContext('this-remote/src', { recursive: false, regExp: /-page\.tsx$/ });

const notices = createNoticeStore();
const host = fakeHost({
  navigate: (to) => window.location.assign(to),
  notify: notices.notify,
  backend: { url: '', anonKey: '' },
  composedOn: todayInParis(),
});

const route = contract.routes.find(({ path }) => path === window.location.pathname);

/** Runs one remote without the shell, the router, a backend or other remotes. */
function StandalonePage() {
  const shownNotices = useSyncExternalStore(notices.subscribe, notices.get);
  if (!route) return <RouteList />;
  const { Page } = pages(`./${route.module}.tsx`) as PageModule;
  return (
    <UiProvider>
      <main>
        <Page host={host} />
      </main>
      <NoticeList notices={shownNotices} onClose={notices.close} />
    </UiProvider>
  );
}

function RouteList() {
  return (
    <ul>
      {contract.routes.map(({ path, title }) => (
        <li key={path}>
          <a href={path}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

const root = document.body.appendChild(document.createElement('div'));
document.documentElement.lang = 'fr';
createRoot(root).render(<StandalonePage />);

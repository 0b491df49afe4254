import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Host, PageModule } from '@site/contract/host';
import { INDEX_ELEMENT_ID, SITE_ELEMENT_ID } from '@site/contract/page-data';
import { PATHS } from '@site/contract/routes';
import { todayInParis, UiProvider } from '@site/shared-ui';
import { createRoot } from 'react-dom/client';

const read = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? '');

const host: Host = {
  ...read(SITE_ELEMENT_ID),
  paths: PATHS,
  Link: ({ to, ...link }) => <a href={to} {...link} />,
  navigate: (to) => window.location.assign(to),
  notify: () => () => undefined,
  consent: { get: () => null, subscribe: () => () => undefined, choose: () => undefined },
  composedOn: todayInParis(),
};

const { container, entry, routes } = read(INDEX_ELEMENT_ID).remotes.booking;
registerRemotes([{ name: container, entry }]);
const loaded = await loadRemote<PageModule>(`${container}/${routes[0].module}`);
if (!loaded) throw new Error('The host has loaded nothing.');
createRoot(document.body.appendChild(document.createElement('main'))).render(
  <UiProvider>
    <loaded.Page host={host} />
  </UiProvider>,
);

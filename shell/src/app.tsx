import type { Host } from '@site/contract/host';
import { Box, Flex, NoticeList, type NoticeStore, UiProvider, useHydrated } from '@site/shared-ui';
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { matchPath } from 'react-router-dom';
import { ConsentBanner } from './consent/consent-banner';
import { RemoteOutlet, UnmountErrorBoundary } from './federation/remote-outlet';
import type { RemotePage } from './federation/remote-page';
import { createPagesAhead, PageAhead, type PagesAhead } from './federation/render-ahead';
import { NoScripts, NotFound, ShellLoadError, UnexpectedErrorBoundary } from './layout/error-messages';
import { CONTENT_ID, DraftBar, Footer, Header, SkipLink } from './layout/frame';
import { type Navigation, PlaceContext, usePathname } from './navigation/navigation';

interface AppProps {
  readonly host: Host;
  readonly isPrivate?: boolean | undefined;
  readonly pages: readonly RemotePage[];
  readonly notices: NoticeStore;
  readonly navigation: Navigation;
  /** Missing where a page is composed. */
  readonly router?: ReactNode;
  readonly badge?: ReactNode;
  readonly ahead?: PagesAhead | undefined;
  readonly onThrow?: (error: unknown) => void;
}

const NONE = createPagesAhead();

export function App({
  host,
  isPrivate = false,
  pages,
  notices,
  navigation,
  router,
  badge,
  ahead = NONE,
  onThrow,
}: AppProps) {
  return (
    <UiProvider>
      <PlaceContext value={navigation.place}>
        <UnexpectedErrorBoundary onThrow={onThrow}>
          {router}
          <MarkShellReady />
          <Flex direction="column" minHeight="100vh">
            <SkipLink />
            {!isPrivate && <Header host={host} />}
            <Box as="main" id={CONTENT_ID} tabIndex={-1} flex="1" paddingTop={isPrivate ? undefined : 'header'}>
              <SiteRoutes pages={pages} host={host} ahead={ahead} />
            </Box>
            {!isPrivate && <Footer host={host} />}
            {/* Stacked, so that no notice covers the banner's buttons. */}
            <Box position="sticky" bottom="0" zIndex="notice" data-foot>
              <Notices store={notices} />
              <ShellLoadError site={host.site} />
              <NoScripts site={host.site} />
              <ClientOnly>{badge}</ClientOnly>
              {!isPrivate && <ConsentBanner host={host} />}
              {host.site.draft && <DraftBar />}
            </Box>
          </Flex>
        </UnexpectedErrorBoundary>
      </PlaceContext>
    </UiProvider>
  );
}

/** Renders its children only after hydration. */
function ClientOnly({ children }: { readonly children: ReactNode }) {
  return useHydrated() ? children : null;
}

/** Marks on `html` that the shell runs, for the inline bootstrap and the styles. */
function MarkShellReady() {
  useLayoutEffect(() => {
    document.documentElement.dataset.shell = 'live';
  }, []);
  return null;
}

function Notices({ store }: { readonly store: NoticeStore }) {
  const notices = useSyncExternalStore(store.subscribe, store.get, store.get);
  const place = useSyncExternalStore(store.place.subscribe, store.place.get, store.place.get);
  const list = <NoticeList notices={notices} onClose={store.close} />;
  return place ? createPortal(list, place) : list;
}

interface SiteRoutesProps {
  readonly pages: readonly RemotePage[];
  readonly host: Host;
  readonly ahead: PagesAhead;
}

function SiteRoutes({ pages, host, ahead }: SiteRoutesProps) {
  const pathname = usePathname();
  const pagesAhead = useSyncExternalStore(ahead.subscribe, ahead.get, ahead.get);
  const visited = pages.find(({ route }) => matchPath(route.path, pathname));
  const drop = (page: RemotePage) => ahead.set(ahead.get().filter((one) => one !== page));
  return (
    <UnmountErrorBoundary>
      {!visited && <NotFound host={host} />}
      {visited && !pagesAhead.includes(visited) && <RemoteOutlet key={visited.route.path} page={visited} host={host} />}
      {pagesAhead.map((page) => (
        <PageAhead
          key={page.route.path}
          page={page}
          host={host}
          isVisited={page === visited}
          onLeave={() => drop(page)}
        />
      ))}
    </UnmountErrorBoundary>
  );
}

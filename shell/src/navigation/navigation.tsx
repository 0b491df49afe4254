import type { HostLinkProps } from '@site/contract/host';
import { isFollowedHere } from '@site/contract/link-click';
import { createStore, type Store } from '@site/shared-ui';
import {
  type ComponentType,
  createContext,
  type MouseEvent,
  use,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  BrowserRouter,
  createPath,
  type NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';

export interface Place {
  readonly pathname: string;
  readonly hash: string;
  /** How the visitor came there. */
  readonly type: `${NavigationType}`;
}

export interface Navigation {
  readonly place: Store<Place>;
  /** Goes to a path of this site: through the router while one is attached, otherwise by a page load. */
  readonly navigate: (to: string) => void;
  /** @returns a function that detaches the router */
  readonly attach: (router: (to: string) => void) => () => void;
  /** False for a page of another document, which needs a page load. */
  readonly canShow: (to: string) => boolean;
}

interface Check {
  /** Whether the active releases have changed since the page was composed. */
  readonly isOutdated: () => Promise<boolean>;
  readonly reload: () => void;
}

interface Options {
  /** Null in development. */
  readonly check?: Check | null;
  /** Paths of the pages that the document can show; without them, every path counts. */
  readonly paths?: readonly string[];
  /** The path of the first page; without it, that of the browser. */
  readonly pathname?: string | undefined;
}

/** A navigation does not wait for the check: a page that turns out to be outdated is reloaded. */
export function createNavigation(
  loadPage: (to: string) => void,
  { check = null, paths, pathname = window.location.pathname }: Options = {},
): Navigation {
  let router: ((to: string) => void) | null = null;
  let latest = 0;

  const canShow = (to: string) => !paths || paths.includes(new URL(to, window.location.href).pathname);

  const navigate = (to: string) => {
    latest += 1;
    const own = latest;
    if (!router || !canShow(to)) return loadPage(to);
    const isChecked = check && !isSamePage(to);
    router(to);
    if (!isChecked) return;
    void check.isOutdated().then((isOutdated) => {
      // Only the check of the latest navigation counts.
      if (isOutdated && own === latest) check.reload();
    });
  };

  return {
    place: createStore<Place>({ pathname, hash: '', type: 'POP' }),
    navigate,
    canShow,
    attach: (attached) => {
      router = attached;
      return () => {
        router = null;
      };
    },
  };
}

const isSamePage = (to: string) => new URL(to, window.location.href).pathname === window.location.pathname;

interface RouterProps {
  readonly navigation: Navigation;
}

/**
 * Stands beside the pages, not around them: React would look through all their elements for those that read the router.
 * Without transitions, which React renders in slices: a measured page appeared 17 % later.
 */
export function Router({ navigation }: RouterProps) {
  return (
    <BrowserRouter useTransitions={false}>
      <AttachRouter navigation={navigation} />
    </BrowserRouter>
  );
}

function AttachRouter({ navigation }: RouterProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const type = useNavigationType();
  const [first] = useState(location);
  useLayoutEffect(() => {
    const { pathname, hash } = location;
    if (location !== first) navigation.place.set({ pathname, hash, type });
  }, [navigation, location, first, type]);
  useLayoutEffect(
    // Navigation to the current address adds no history entry, as with a link.
    () => navigation.attach((to) => void navigate(to, { replace: to === createPath(window.location) })),
    [navigation, navigate],
  );
  return null;
}

/** The place of the visitor, for the components of the shell. */
export const PlaceContext = createContext(createStore<Place>({ pathname: '/', hash: '', type: 'POP' }));

export function usePathname(): string {
  const { subscribe, get } = use(PlaceContext);
  const read = () => get().pathname;
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * A link that reads nothing of the router, so that a navigation renders no link again. The browser itself follows links
 * within the page: while its code loads, the router would delay them.
 */
export function createSiteLink({ canShow, navigate }: Navigation): ComponentType<HostLinkProps> {
  return function Link({ to, onClick, ...anchor }) {
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      const staysOnPage = to.startsWith(`${window.location.pathname}#`);
      if (event.defaultPrevented || staysOnPage || !canShow(to)) return;
      if (!isFollowedHere(event, event.currentTarget)) return;
      event.preventDefault();
      navigate(to);
    };
    return <a href={to} onClick={follow} {...anchor} />;
  };
}

import type { AnchorHTMLAttributes, ComponentType, ReactNode } from 'react';

export type { ActiveRelease, LoadableRelease, PublishedRelease, ReleaseIndex } from './release-index';

/** What only the owner of the site knows, read from `site.json`. An empty string means "not told yet". */
export interface Site {
  readonly product: string;
  /** Public address of the site, without a slash at its end; empty when it is not known. */
  readonly origin: string;
  readonly email: string;
  readonly phone: string;
  /** The external form of the funding guide's first step. */
  readonly preRegistrationUrl: string;
  readonly publisher: {
    readonly name: string;
    readonly legalForm: string;
    readonly address: string;
    readonly siren: string;
    readonly registration: string;
    readonly vat: string;
    readonly publicationDirector: string;
  };
  readonly hosting: { readonly name: string; readonly address: string; readonly phone: string };
  readonly testimonials: readonly Testimonial[];
  readonly training: Training;
}

/** What the training sheet says that only the owner can say. */
export interface Training {
  /** Day of the sheet's last change, yyyy-MM-dd; empty when it is not known. */
  readonly updatedOn: string;
  /** The tax line under the prices. */
  readonly taxLine: string;
  readonly accessTime: string;
  readonly methods: string;
  readonly assessment: string;
  readonly disability: string;
  readonly bonuses: readonly string[];
}

export interface Testimonial {
  readonly name: string;
  readonly role: string;
  readonly text: string;
  /** yyyy-MM-dd */
  readonly date: string;
}

export type RouteName = 'home' | 'booking' | 'contact' | 'funding' | 'legalNotice' | 'cookiePolicy' | 'accessibility';

export type Paths = Readonly<Record<RouteName, string>>;

export interface HostLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly children: ReactNode;
}

export interface Notice {
  readonly title: string;
  readonly description?: string;
  readonly tone: 'success' | 'error';
  /** Milliseconds before the notice closes by itself; without it, it stays until closed. */
  readonly duration?: number;
}

export type ConsentChoice = 'accepted' | 'rejected';

export interface ConsentStore {
  /** The visitor's choice, or null while there is none. */
  readonly get: () => ConsentChoice | null;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly choose: (choice: ConsentChoice) => void;
}

export interface Backend {
  /** Address of the backend without `/rest/v1`; empty for the site's own origin. */
  readonly url: string;
  readonly anonKey: string;
}

/**
 * All that a remote page knows of the site around it. One frozen object for the life of the page: a new identity
 * during hydration would make React throw the prerendered HTML away. It grows only by adding.
 */
export interface Host {
  readonly site: Site;
  readonly paths: Paths;
  readonly Link: ComponentType<HostLinkProps>;
  readonly navigate: (to: string) => void;
  readonly notify: (notice: Notice) => void;
  readonly consent: ConsentStore;
  readonly backend: Backend;
  /** Day on which the page on screen was composed, yyyy-MM-dd in Paris: what a date shows until the page is live. */
  readonly composedOn: string;
}

export type HostedPage = ComponentType<{ readonly host: Host }>;

/** What a remote promises: its federation name and, for each of its routes, the module that exposes the page. */
export interface RemoteContract {
  readonly name: string;
  readonly routes: readonly RemoteRoute[];
}

export interface RemoteRoute {
  /** One of `Paths` for a page that the whole site links to; any other page may have any name. */
  readonly name: RouteName | (string & Record<never, never>);
  readonly path: string;
  /** Source file of the page under `src/`, without its ending; its module exports the page as `Page`. */
  readonly module: string;
  readonly title: string;
  readonly description: string;
}

/** One thing that a page tells search engines about, in schema.org's words: JSON-LD without its `@context`. */
export type StructuredData = Readonly<Record<string, unknown> & { '@type': string }>;

/** A module behind a route. */
export interface PageModule {
  readonly Page: HostedPage;
  /** What the page tells search engines; asked for when the page is composed, never in a browser. */
  readonly structuredData?: (host: Host) => StructuredData;
}

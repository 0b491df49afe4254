import type { AnchorHTMLAttributes, ComponentType, ReactNode } from 'react';
import type { OwnerFacts } from './owner-facts.ts';
import type { Paths } from './routes.ts';

/** The owner's facts from `site.json`, or edited at `/espace`. An empty string means "not filled in yet". */
export interface Site extends OwnerFacts {
  readonly product: string;
  /** Public address of the site, without a trailing slash; empty when it is not known. */
  readonly origin: string;
  readonly email: string;
  readonly phone: string;
  /** Address of the external form in the funding guide's first step. */
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
  /** Set while the site is not public: pages show « Brouillon ». It comes from `--draft`, never from `site.json`. */
  readonly draft?: true | undefined;
}

/** Facts of the training sheet that only the owner can fill in. */
export interface Training {
  /** Day of the sheet's last change, yyyy-MM-dd; empty when it is not known. */
  readonly updatedOn: string;
  /** Line about taxes below the prices. */
  readonly taxLine: string;
  readonly accessTime: string;
  readonly methods: string;
  readonly assessment: string;
  readonly disability: string;
  /** Names of the five bonuses; empty while they have none. */
  readonly bonuses: readonly string[];
}

export interface Testimonial {
  readonly name: string;
  readonly role: string;
  readonly text: string;
  /** yyyy-MM-dd */
  readonly date: string;
}

export interface HostLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string;
  readonly children: ReactNode;
}

export interface Notice {
  readonly title: string;
  readonly description?: string;
  readonly tone: 'success' | 'error';
  /** Milliseconds until the notice closes by itself. Without it, the notice stays until it is closed. */
  readonly duration?: number;
  /** False when the page itself announces the message to screen readers: the notice is then only visible. */
  readonly announced?: boolean;
  readonly link?: NoticeLink;
  /** A second link. Shells that do not know it show the first one only. */
  readonly otherLink?: NoticeLink;
}

export interface NoticeLink {
  readonly label: string;
  readonly href: string;
  /** File name for a link that downloads; without it, the link navigates. */
  readonly download?: string;
}

export type ConsentChoice = 'accepted' | 'rejected';

export interface ConsentStore {
  /** The visitor's choice, or null while there is none. */
  readonly get: () => ConsentChoice | null;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly choose: (choice: ConsentChoice) => void;
}

export interface Backend {
  /** Base address of the backend, without `/rest/v1`; empty if it has the site's own origin. */
  readonly url: string;
  readonly anonKey: string;
}

/** Ids of the releases that a page runs. */
export interface PageReleases {
  readonly shell: string;
  /** The part on screen runs it: the previous one after a failure. */
  readonly part: string;
}

/**
 * Everything that a page receives from the shell. One frozen object for the life of the page: a new identity during
 * hydration would make React discard the prerendered HTML. Members are only ever added.
 */
export interface Host {
  readonly site: Site;
  readonly paths: Paths;
  readonly Link: ComponentType<HostLinkProps>;
  readonly navigate: (to: string) => void;
  /** Shows a notice. @returns a function that withdraws it */
  readonly notify: (notice: Notice) => () => void;
  /** A ref of an empty element that shows the notices while it is on screen. Missing in older shells. */
  readonly placeNotices?: ((element: Element | null) => void) | undefined;
  readonly consent: ConsentStore;
  readonly backend: Backend;
  /** Day on which the page was composed, yyyy-MM-dd in Paris. Pages use it as the current day until hydration. */
  readonly composedOn: string;
  /** What the page on screen runs; undefined while it has only its prerendered HTML, missing in development. */
  readonly releases?: (() => PageReleases | undefined) | undefined;
}

export type HostedPage = ComponentType<{ readonly host: Host }>;

/** An item of a page's structured data: JSON-LD of schema.org without its `@context`. */
export type StructuredData = Readonly<Record<string, unknown> & { '@type': string }>;

export interface PageModule {
  readonly Page: HostedPage;
  /** Replaces the description of the route where it depends on facts. Called as `structuredData` is. */
  readonly description?: (host: Host) => string;
  /** Structured data for search engines. Called when the page is composed, never in a browser. */
  readonly structuredData?: (host: Host) => StructuredData;
}

import type { Host, HostedPage, Site } from '@site/contract/host';
import {
  Box,
  Button,
  Card,
  Container,
  Flex,
  Heading,
  Icon,
  PageHeader,
  Stack,
  Text,
  TextLink,
  toTelHref,
  VisuallyHidden,
} from '@site/shared-ui';
import { Mail, Phone } from 'lucide';
import { Component, memo, type ReactNode, Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { failure } from '../content/layout';
import { pageTitle } from '../document/page-data';
import { ErrorBoundary } from '../layout/error-messages';
import { NavigationEffects, suppressHashPopstate } from '../navigation/navigation-effects';
import type { RemotePage } from './remote-page';

interface RemoteOutletProps {
  readonly page: RemotePage;
  readonly host: Host;
}

export const RemoteOutlet = memo(function RemoteOutlet({ page, host }: RemoteOutletProps) {
  const { progress, surface, html, running } = useSyncExternalStore(page.subscribe, page.view, page.view);
  useLayoutEffect(() => page.enter(), [page]);
  useLayoutEffect(() => suppressHashPopstate(page.route.path, () => isDehydrated(page)), [page]);

  const isRetrying = progress === 'retrying';
  const client = running?.mode === 'client-rendered' ? running : null;
  return (
    <>
      {surface !== 'none' && (isRetrying || progress === 'failed') && (
        <FailureStrip site={host.site} onRetry={page.retry} isRetrying={isRetrying} />
      )}
      {surface === 'composed' && <ComposedPage page={page} host={host} />}
      {surface === 'restored' && <RestoredPage html={html ?? ''} />}
      {surface === 'none' && !running && progress !== 'failed' && <PageLoading />}
      {surface === 'none' && !running && progress === 'failed' && <PageFailure page={page} host={host} />}
      {client && (
        <ClientPage
          key={client.candidate.release.id}
          page={page}
          Page={client.Page}
          host={host}
          isOverComposedNodes={surface !== 'none'}
        />
      )}
    </>
  );
});

const isDehydrated = (page: RemotePage) => {
  const { surface, running } = page.view();
  return surface === 'composed' && running === null;
};

interface FailureStripProps {
  readonly site: Site;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

/** Above a page that can be read but not used. Sticky, as the form that does not respond may be far down. */
function FailureStrip({ site, onRetry, isRetrying }: FailureStripProps) {
  return (
    <Box
      data-surface="sand"
      data-page-failed
      position="sticky"
      top="header"
      zIndex="header"
      paddingBlock="3"
      borderBottomWidth="1px"
      borderColor="edge"
      css={{
        'html:has(&)': { scrollPaddingTop: { base: '16rem', md: '10rem' } },
        '@media print': { position: 'static' },
      }}
    >
      <Container>
        <Flex wrap="wrap" align="center" justify="space-between" columnGap="6" rowGap="2">
          {/* The key creates a new alert for a second failure, so that it is announced again. */}
          <Box key={String(isRetrying)} role={isRetrying ? undefined : 'alert'}>
            <Text fontSize="sm" lineHeight="snug">
              <strong>{failure.readable.title}</strong> {failure.readable.text}
            </Text>
            <Flex wrap="wrap" columnGap="4" fontSize="sm">
              {site.phone && <TextLink href={toTelHref(site.phone)}>{site.phone}</TextLink>}
              {site.email && <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink>}
            </Flex>
          </Box>
          <Button variant="quiet" disabled={isRetrying} onClick={onRetry}>
            {isRetrying ? failure.retrying : failure.retry}
          </Button>
        </Flex>
      </Container>
    </Box>
  );
}

function PageFailure({ page: { route, retry }, host: { site } }: RemoteOutletProps) {
  const lines = [
    { of: Phone, href: toTelHref(site.phone), text: site.phone },
    { of: Mail, href: `mailto:${site.email}`, text: site.email },
  ];
  return (
    <>
      <PageHeader title={route.title} />
      <Container data-page-failed paddingBottom={{ base: '14', md: '24' }}>
        <Card maxWidth="prose">
          <Stack gap="4" align="flex-start">
            <Heading as="h2" size="xl">
              {failure.absent.title}
            </Heading>
            <Text>{failure.absent.text}</Text>
            {lines
              .filter(({ text }) => text)
              .map(({ of, href, text }) => (
                <Flex key={href} align="center" gap="3" minHeight="11">
                  <Icon of={of} />
                  <TextLink href={href}>{text}</TextLink>
                </Flex>
              ))}
            <Button variant="quiet" width={{ base: 'full', md: 'auto' }} onClick={retry}>
              {failure.retry}
            </Button>
          </Stack>
        </Card>
      </Container>
      <NavigationEffects title={pageTitle(route, site)} />
    </>
  );
}

/** Shows the next page even if the previous one throws while it unmounts. */
export class UnmountErrorBoundary extends Component<{ readonly children: ReactNode }> {
  override state = {};

  static getDerivedStateFromError() {
    return {};
  }

  override componentDidCatch(error: unknown) {
    console.error('A page threw while it was left.', error);
  }

  override render() {
    return this.props.children;
  }
}

/**
 * The composed nodes, which their own release hydrates. Rendered once and never again: an update of a
 * Suspense boundary that still waits for its code would make React drop the composed HTML.
 */
const ComposedPage = memo(function ComposedPage({ page, host }: RemoteOutletProps) {
  const { html } = page.view();
  return (
    <ErrorBoundary onThrow={page.onThrow}>
      {/* Shown if the nodes cannot be hydrated and the code is still loading. */}
      <Suspense fallback={html ? <RestoredPage html={html} /> : <PageLoading />}>
        <page.Composed host={host} />
        <NavigationEffects title={pageTitle(page.route, host.site)} />
        <ReportLive onLive={page.onLive} />
      </Suspense>
    </ErrorBoundary>
  );
});

interface ClientPageProps extends RemoteOutletProps {
  readonly Page: HostedPage;
  /** Whether composed nodes are on screen; they stay until this page is mounted. */
  readonly isOverComposedNodes: boolean;
}

/**
 * A page rendered from scratch, next to the composed nodes. These are removed before the next paint: no frame is blank,
 * and a page that throws leaves them untouched.
 */
function ClientPage({ page, Page, host, isOverComposedNodes }: ClientPageProps) {
  return (
    <ErrorBoundary onThrow={page.onThrow}>
      <Suspense fallback={isOverComposedNodes ? null : <PageLoading />}>
        <Page host={host} />
        <NavigationEffects title={pageTitle(page.route, host.site)} />
        <ReportLive onLive={page.onLive} />
        <ReportMount onMounted={page.onMounted} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Reports that its preceding siblings are mounted. */
function ReportMount({ onMounted }: { readonly onMounted: () => void }) {
  useLayoutEffect(onMounted, [onMounted]);
  return null;
}

/** The composed HTML without its behaviour, as it was when the shell started. */
function RestoredPage({ html }: { readonly html: string }) {
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The status is as tall as the screen, so that the footer does not move while a page's code is loading. */
function PageLoading() {
  return (
    <Box minHeight="100vh" role="status">
      <VisuallyHidden>{failure.loading}</VisuallyHidden>
    </Box>
  );
}

/** Reports that its preceding siblings are hydrated or rendered, after the paint. */
function ReportLive({ onLive }: { readonly onLive: () => void }) {
  useEffect(onLive, [onLive]);
  return null;
}

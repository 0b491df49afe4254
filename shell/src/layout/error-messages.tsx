import type { Host, Site } from '@site/contract/host';
import {
  Box,
  Button,
  Container,
  Flex,
  Heading,
  Picture,
  Text,
  TextLink,
  toTelHref,
  useHydrated,
} from '@site/shared-ui';
import { Component, type ReactNode, useEffect } from 'react';
import { failure, notFound, unexpected } from '../content/layout';
import { pageTitle } from '../document/page-data';
import { usePathname } from '../navigation/navigation';
import { NavigationEffects } from '../navigation/navigation-effects';
import signpost from './signpost.svg';

export function NotFound({ host: { site, paths, Link } }: { readonly host: Host }) {
  const pathname = usePathname();
  // One page is composed for all unknown paths: only the browser has the requested path.
  const isHydrated = useHydrated();
  useEffect(() => {
    console.error('404: this path does not exist:', pathname);
  }, [pathname]);
  return (
    <Container paddingBlock={{ base: '10', md: '20' }}>
      <Picture src={signpost} alt="" width={160} height={180} eager />
      <Text fontFamily="heading" fontSize="4xl" fontWeight="bold" color="tile" lineHeight="tight" marginTop="6">
        {notFound.code}
      </Text>
      <Heading as="h1" tabIndex={-1} size="2xl" marginTop="3">
        {notFound.message}
      </Heading>
      <Text marginTop="4" minHeight="12" overflowWrap="anywhere">
        {isHydrated && `${notFound.asked} ${pathname}`}
      </Text>
      <Button asChild variant="quiet" width={{ base: 'full', md: 'auto' }} marginTop="6">
        <Link to={paths.home}>{notFound.home}</Link>
      </Button>
      <NavigationEffects title={pageTitle(notFound, site)} />
    </Container>
  );
}

interface SiteProps {
  readonly site: Site;
}

/** Prerendered on every page. CSS alone shows it, once the inline bootstrap has marked the shell as failed. */
export function ShellLoadError({ site }: SiteProps) {
  return (
    <Box role="alert" display="none" css={{ 'html[data-shell="failed"] &': { display: 'block' } }}>
      <Bar site={site} text={failure.shell.text}>
        {/* An empty href is the current page. */}
        <TextLink href="">{failure.shell.reload}</TextLink>
      </Bar>
    </Box>
  );
}

/** Explains to visitors without scripts why the forms' buttons are disabled. */
export function NoScripts({ site }: SiteProps) {
  return (
    <noscript>
      <Bar site={site} text={failure.noScripts} />
    </noscript>
  );
}

interface BarProps extends SiteProps {
  readonly text: string;
  readonly children?: ReactNode;
}

function Bar({ site, text, children }: BarProps) {
  return (
    <Box
      data-surface="sand"
      borderTop="2px solid"
      borderColor="ink"
      paddingBlock="3"
      css={{ '@media print': { display: 'none' } }}
    >
      <Container>
        <Flex wrap="wrap" columnGap="4" rowGap="1" fontSize="sm">
          <Text>{text}</Text>
          {site.phone && <TextLink href={toTelHref(site.phone)}>{site.phone}</TextLink>}
          {site.email && <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink>}
          {children}
        </Flex>
      </Container>
    </Box>
  );
}

interface ErrorBoundaryProps {
  readonly onThrow: (error: unknown) => void;
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onThrow(error);
  }

  override render() {
    return this.state.hasThrown ? this.props.fallback : this.props.children;
  }
}

interface UnexpectedErrorBoundaryProps {
  readonly onThrow?: ((error: unknown) => void) | undefined;
  readonly children: ReactNode;
}

export function UnexpectedErrorBoundary({ onThrow, children }: UnexpectedErrorBoundaryProps) {
  const report = (error: unknown) => {
    console.error('The shell threw on render.', error);
    onThrow?.(error);
  };
  return (
    <ErrorBoundary onThrow={report} fallback={<UnexpectedError />}>
      {children}
    </ErrorBoundary>
  );
}

function UnexpectedError() {
  return (
    <Container as="main" paddingBlock="24">
      <Heading as="h1" fontSize="2xl" lang="en">
        {unexpected.title}
      </Heading>
      <Text marginTop="4">{unexpected.text}</Text>
      <Flex direction={{ base: 'column', md: 'row' }} gap="4" marginTop="8">
        <Button variant="primary" onClick={() => window.location.reload()}>
          {unexpected.reload}
        </Button>
        <Button asChild variant="quiet">
          <a href="/">{unexpected.home}</a>
        </Button>
      </Flex>
    </Container>
  );
}

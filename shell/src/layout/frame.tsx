import { MANAGE_PATH } from '@site/contract/addresses';
import type { Host } from '@site/contract/host';
import { Box, Button, Container, Flex, Icon, Stack, Text, TextLink, toTelHref } from '@site/shared-ui';
import { House } from 'lucide';
import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { draft, layout } from '../content/layout';
import { usePathname } from '../navigation/navigation';

export const CONTENT_ID = 'contenu';

export function SkipLink() {
  return (
    <TextLink
      href={`#${CONTENT_ID}`}
      data-surface="chalk"
      position="fixed"
      insetInlineStart="4"
      top="2"
      transform="translateY(-150%)"
      zIndex="notice"
      padding="3"
      _focusVisible={{ transform: 'none' }}
    >
      {layout.skip}
    </TextLink>
  );
}

const SCROLLED_PAST_PX = 10;
/** Hidden in the narrowest windows and on phones with text of double size, which have no room for it. */
const small = { width: '1em', height: '1em', '@media (max-width: 26rem)': { display: 'none' } };

/**
 * Each state of its two items is rendered ahead, hidden and after hydration: a navigation shows another one, and
 * computes no styles. No `Activity`, whose composed HTML needs comments, which an extension may have removed.
 */
export function Header({ host }: { readonly host: Host }) {
  const pathname = usePathname();
  const isHome = pathname === host.paths.home;
  const isBooking = pathname === host.paths.booking;
  // Both pages of a booking have their own main action.
  const isSecondary = isBooking || pathname === MANAGE_PATH;
  const [isAhead, setAhead] = useState(false);
  useEffect(() => startTransition(() => setAhead(true)), []);
  const shown = (isShown: boolean, item: ReactNode) =>
    (isShown || isAhead) && (
      <Box as="span" display="contents" hidden={!isShown} css={{ '&[hidden]': { display: 'none' } }}>
        {item}
      </Box>
    );
  return (
    <HeaderBar>
      <Container paddingInline={{ base: '4', md: '6' }}>
        <Flex height="header" align="center" justify="space-between" gap="2">
          {shown(isHome, <Wordmark>{host.site.product}</Wordmark>)}
          {shown(!isHome, <HomeLink host={host} />)}
          {shown(!isSecondary, <BookLink host={host} variant="primary" />)}
          {shown(isSecondary && !isBooking, <BookLink host={host} variant="quiet" />)}
          {shown(isBooking, <BookLink host={host} variant="quiet" isBooking />)}
        </Flex>
      </Container>
    </HeaderBar>
  );
}

const HomeLink = memo(function HomeLink({ host: { site, paths, Link } }: { readonly host: Host }) {
  return (
    <Flex asChild align="center" gap="2" minHeight="11" flexShrink="1000" _hover={{ color: 'tile' }}>
      <Link to={paths.home} aria-label={layout.home(site.product)}>
        <Icon of={House} />
        <Wordmark>{site.product}</Wordmark>
      </Link>
    </Flex>
  );
});

interface BookLinkProps {
  readonly host: Host;
  readonly variant: 'primary' | 'quiet';
  /** On the booking page, a visitor expects the button to stay there: it shows that it leads home. */
  readonly isBooking?: boolean;
}

const BookLink = memo(function BookLink({ host: { paths, Link }, variant, isBooking = false }: BookLinkProps) {
  return (
    <Button
      asChild
      variant={variant}
      paddingInline={{ base: '2', md: '5' }}
      paddingBlock="1"
      gap="1"
      fontSize={{ base: 'min(1rem, 3.3vw + 0.2rem)', md: 'min(1.125rem, 3.2vw)' }}
    >
      <Link to={`${paths.home}#cta`} title={isBooking ? layout.bookFromHome : undefined}>
        {isBooking && <Icon of={House} css={small} />}
        {layout.book}
      </Link>
    </Button>
  );
});

/** Marks itself while the page is scrolled, without a layout of the page as a listener to `scroll` would ask for. */
function HeaderBar({ children }: { readonly children: ReactNode }) {
  const header = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) =>
      header.current?.toggleAttribute('data-scrolled', !entry?.isIntersecting),
    );
    if (top.current) observer.observe(top.current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <Box ref={top} position="absolute" top="0" height={`${SCROLLED_PAST_PX}px`} width="1px" pointerEvents="none" />
      <Box
        as="header"
        ref={header}
        position="fixed"
        top="0"
        insetInline="0"
        zIndex="header"
        background="paper"
        css={{
          '@media (prefers-reduced-motion: no-preference)': { transition: 'background-color 200ms, box-shadow 200ms' },
          '&[data-scrolled]': {
            background: 'paper.veil',
            backdropFilter: 'blur(8px)',
            WebkitBackdropFilter: 'blur(8px)',
            boxShadow: '0 1px 8px {colors.ink.shadow}',
          },
          '@media (forced-colors: active)': { borderBottom: '1px solid' },
          '@media print': { position: 'static' },
        }}
      >
        {children}
      </Box>
    </>
  );
}

function Wordmark({ children }: { readonly children: string }) {
  return (
    <Box
      as="span"
      fontFamily="heading"
      fontWeight="bold"
      fontSize={{ base: 'min(0.875rem, 2.3vw + 0.3rem)', md: 'min(1.25rem, 3.2vw)' }}
      lineHeight="tight"
      flexShrink="1000"
      // Only a longer word breaks.
      maxWidth="55vw"
    >
      {children}
    </Box>
  );
}

// A fixed element is printed on every sheet.
const onPaper = { position: 'fixed', top: '0', insetInlineEnd: '0', borderWidth: '1px' };

/** Marks every page of a site that is not public yet. Prerendered, so that nothing moves. */
export function DraftBar() {
  return (
    <Box
      as="aside"
      aria-label={draft.label}
      background="sun"
      color="ink"
      fontSize="sm"
      paddingBlock="1"
      css={{ '@media print': onPaper }}
    >
      <Container>
        <strong>{draft.label}</strong>
        {draft.text}
      </Container>
    </Box>
  );
}

export function Footer({ host: { site, paths, Link } }: { readonly host: Host }) {
  const names = Object.keys(layout.links) as (keyof typeof layout.links)[];
  const links = names.map((name) => ({ to: paths[name], label: layout.links[name] }));
  return (
    <Box as="footer" data-surface="sand" paddingBlock={{ base: '10', md: '14' }}>
      <Container>
        <Flex direction={{ base: 'column', md: 'row' }} justify="space-between" gap="8">
          <Stack gap="2" maxWidth="24rem">
            <Text fontFamily="heading" fontWeight="bold" fontSize="lg">
              {site.product}
            </Text>
            <Text>{layout.promise(site)}</Text>
            <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink>
            {site.phone && <TextLink href={toTelHref(site.phone)}>{site.phone}</TextLink>}
          </Stack>
          <Box as="nav" aria-label={layout.footerNavigation}>
            <Stack as="ul" gap="2" listStyleType="none">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <TextLink asChild>
                    <Link to={to}>{label}</Link>
                  </TextLink>
                </li>
              ))}
            </Stack>
          </Box>
        </Flex>
      </Container>
    </Box>
  );
}

/** WebKit does not print lazy pictures that the visitor has not scrolled to. */
export function loadPicturesForPrint(page: Window) {
  page.addEventListener('beforeprint', () => {
    for (const picture of page.document.querySelectorAll('img[loading="lazy"]'))
      picture.setAttribute('loading', 'eager');
  });
}

import type { Host } from '@site/contract/host';
import { Button, Container, Heading, Picture, Text, useHydrated } from '@site/shared-ui';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { notFound } from '../content/layout';
import { pageTitle } from '../document/page-title';
import { NavigationEffects } from '../navigation/navigation-effects';
import signpost from './signpost.svg';

export function NotFound({ host: { site, paths, Link } }: { readonly host: Host }) {
  const { pathname } = useLocation();
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

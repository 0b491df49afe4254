import { Box, Button, Container, Heading, Text } from '@site/shared-ui';
import type { Host } from '@site/shared-ui/host';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { notFound } from '../content/layout';
import { Arrival } from '../navigation/arrival';
import { pageTitle } from '../page-title';

export function NotFound({ host: { site, paths, Link } }: { readonly host: Host }) {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error('404: this path does not exist:', pathname);
  }, [pathname]);
  return (
    <Container paddingTop={{ base: '28', md: '40' }} paddingBottom="24">
      <Text fontFamily="heading" fontSize="4xl" fontWeight="700" color="tile" lineHeight="1">
        {notFound.code}
      </Text>
      <Heading as="h1" tabIndex={-1} fontSize="2xl" marginTop="3" lang="en">
        {notFound.message}
      </Heading>
      <Box marginTop="8">
        <Button asChild variant="primary">
          <Link to={paths.home}>{notFound.home}</Link>
        </Button>
      </Box>
      <Arrival title={pageTitle(notFound, site)} />
    </Container>
  );
}

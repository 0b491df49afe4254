import type { Host } from '@site/contract/host';
import { Box, Container, Flex, Stack, Text, TextLink, toTelHref } from '@site/shared-ui';
import { layout } from '../content/layout';

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
            <Text>{layout.promise}</Text>
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

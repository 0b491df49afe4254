import {
  Box,
  Card,
  Container,
  Flex,
  Grid,
  Heading,
  Reveal,
  Section,
  Stack,
  Tag,
  Text,
  TextLink,
} from '@site/shared-ui';
import { funding } from '../content/funding';

const PROFILES_TITLE_ID = 'profiles-title';

export function Profiles() {
  return (
    <Section tone="sand" labelledBy={PROFILES_TITLE_ID}>
      <Container>
        <Reveal>
          <Heading as="h2" id={PROFILES_TITLE_ID} size="3xl" marginBottom="8">
            {funding.profilesTitle}
          </Heading>
          <Grid
            as="ul"
            templateColumns={{ base: '1fr', md: '1fr 1fr' }}
            gap="6"
            css={{ '@media print': { gridTemplateColumns: '1fr 1fr' } }}
          >
            {funding.profiles.map(({ name, path, text, detail }) => (
              <Card as="li" key={name}>
                <Stack gap="3">
                  <Box>
                    <Tag>{path}</Tag>
                  </Box>
                  <Heading as="h3">{name}</Heading>
                  <Text>{text}</Text>
                  <Text>{detail}</Text>
                </Stack>
              </Card>
            ))}
          </Grid>
          <Funds />
        </Reveal>
      </Container>
    </Section>
  );
}

function Funds() {
  const { text, links } = funding.funds;
  return (
    <Box maxWidth="prose" marginTop="8">
      <Text>{text}</Text>
      <Flex as="ul" columnGap="6" rowGap="1" wrap="wrap" marginTop="2">
        {links.map(({ name, url }) => (
          <li key={name}>
            <TextLink href={url}>{name}</TextLink>
          </li>
        ))}
      </Flex>
    </Box>
  );
}

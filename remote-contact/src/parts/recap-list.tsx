import { Box, Grid, Text } from '@site/shared-ui';
import type { ContactMessage } from '../api/send-contact-message';
import { recap } from '../content/recap';

const texts = ['prenom', 'nom', 'email', 'telephone'] as const;

/** What was sent, to be read. */
export function RecapList({ message }: { readonly message: ContactMessage }) {
  return (
    <Grid as="dl" gap="4" templateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      {texts.map((name) => (
        <Line key={name} term={recap[name]} value={message[name]} />
      ))}
      {message.message && <Line term={recap.message} value={message.message} />}
      <Line term={recap.funding.label} value={message.isAgefice ? recap.funding.wanted : recap.funding.unwanted} />
    </Grid>
  );
}

function Line({ term, value }: { readonly term: string; readonly value: string }) {
  return (
    <Box minWidth="0" gridColumn={term === recap.message ? '1 / -1' : undefined}>
      <Text as="dt" fontSize="sm" color="ink.soft">
        {term}
      </Text>
      <Text as="dd" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {value}
      </Text>
    </Box>
  );
}

import { Box, CheckList, Grid, Heading, Icon, Text } from '@site/shared-ui';
import { Gift } from 'lucide';
import { programme } from '../content/programme';

/** The number in the text of `programme.bonuses`, which another number of names would contradict. */
const COUNT = 5;

export function Bonuses({ names }: { readonly names: readonly string[] }) {
  const isNamed = names.length === COUNT;
  return (
    <Grid
      data-surface="sand"
      borderRadius="card"
      padding={{ base: '6', md: '8' }}
      templateColumns={{ base: 'minmax(0, 1fr)', lg: isNamed ? '1fr 1fr' : '1fr' }}
      columnGap="12"
      rowGap="6"
    >
      <Box css={{ '@media print': { breakInside: 'avoid' } }}>
        <Icon of={Gift} display="block" color="tile" marginBottom="3" />
        <Heading as="h3" size="xl" marginBottom="2">
          {programme.bonuses.title}
        </Heading>
        <Text>{programme.bonuses.text}</Text>
      </Box>
      {isNamed && <CheckList items={names} />}
    </Grid>
  );
}

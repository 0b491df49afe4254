import { Box, Flex, Text, TextLink } from '@site/shared-ui';
import { funding } from '../content/funding';

export function Funds() {
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

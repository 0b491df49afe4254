import { Box, Flex, Icon, Text } from '@site/shared-ui';
import { TriangleAlert } from 'lucide';
import { funding } from '../content/funding';

export function OrderNote() {
  const { title, text } = funding.order;
  return (
    <Flex
      role="note"
      gap="4"
      marginTop="8"
      padding={{ base: '5', md: '6' }}
      maxWidth="prose"
      borderWidth="2px"
      borderColor="tile"
      borderRadius="card"
    >
      <Icon of={TriangleAlert} color="tile" />
      <Box>
        <Text fontWeight="bold">{title}</Text>
        <Text>{text}</Text>
      </Box>
    </Flex>
  );
}

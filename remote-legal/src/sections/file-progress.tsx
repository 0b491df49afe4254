import { Box, Flex, ProgressBar, Text } from '@site/shared-ui';
import { funding } from '../content/funding';

/** The site tracks no files, so the bar is at its start for every visitor. */
const VALUE = 0;
const MAX = 100;

export function FileProgress() {
  const { label, value, caption } = funding.progress;
  return (
    <Box maxWidth="prose">
      <Flex justify="space-between" gap="4" marginBottom="2" aria-hidden="true">
        <span>{label}</span>
        <Box as="span" whiteSpace="nowrap">
          {value(VALUE, MAX)}
        </Box>
      </Flex>
      <ProgressBar value={VALUE} max={MAX} label={label} />
      <Text fontSize="sm" marginTop="2">
        {caption}
      </Text>
    </Box>
  );
}

import { Box } from '@site/shared-ui';
import { funding } from '../content/funding';

/** The specification's title. Its dash may end a line but never start one. */
export function FundingTitle() {
  const { before, uncut, after } = funding.title;
  return (
    <>
      {before}
      <Box as="span" whiteSpace="nowrap">
        {uncut}
      </Box>
      {after}
    </>
  );
}

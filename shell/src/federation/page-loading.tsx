import { Box, VisuallyHidden } from '@site/shared-ui';
import { failure } from '../content/failure';

/** As tall as the screen, so that the footer does not move while a page's code is loading. */
export function PageLoading() {
  return (
    <Box minHeight="100vh" role="status">
      <VisuallyHidden>{failure.loading}</VisuallyHidden>
    </Box>
  );
}

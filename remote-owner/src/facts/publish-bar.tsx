import { MANAGE_PATH } from '@site/contract/addresses';
import { Box, Flex, Stack, Text, TextLink } from '@site/shared-ui';
import { useSpace } from '../api/owner-api';
import type { FactsPreview } from '../api/release-answers';
import { facts as words } from '../content/facts';
import { ActionButton } from '../view/form';
import { tapTarget } from '../view/frame';

interface PublishBarProps {
  readonly count: number;
  readonly isBusy: boolean;
  readonly onPreview: () => void;
}

const ROOM = 'min(8rem, 33vh)';

const atFoot = {
  position: 'sticky',
  // Over the mark of a draft.
  zIndex: 31,
  borderTopWidth: '1px',
  // Keeps a focused field clear of the bar, and the page where it is when the bar has the focus.
  'html:has(&)': { '--room-for-banner': ROOM },
  '& button': { scrollMarginBottom: `calc(-1 * ${ROOM})` },
};

/** At the foot of the screen while something waits to be published, with the notices, which would cover it. */
export function PublishBar({ count, isBusy, onPreview }: PublishBarProps) {
  const { placeNotices, site } = useSpace().host;
  const isShown = count > 0;
  return (
    <Box
      data-surface={isShown ? 'chalk' : undefined}
      bottom={site.draft ? '8' : '0'}
      css={isShown ? atFoot : undefined}
      marginInline="-4"
      paddingInline="4"
      paddingBlock="2"
      borderColor="edge"
    >
      {isShown && <Box ref={placeNotices} data-notice-place _empty={{ display: 'none' }} />}
      <Flex gap="2" wrap="wrap" align="center" justify="space-between">
        <Text role="status" fontWeight="semibold">
          {isBusy ? words.busy : words.changed(count)}
        </Text>
        {isShown && (
          <Flex gap="2" wrap="wrap">
            <ActionButton paddingInline="3" disabled={isBusy} onClick={onPreview}>
              {words.preview}
            </ActionButton>
            <ActionButton variant="primary" type="submit" paddingInline="3" disabled={isBusy}>
              {words.publish}
            </ActionButton>
          </Flex>
        )}
      </Flex>
    </Box>
  );
}

export function Preview({ requested, paths }: FactsPreview) {
  const { host } = useSpace();
  if (paths.length === 0) return <Text>{words.noPageChanges}</Text>;
  const names = new Map(Object.entries(host.paths).map(([name, path]) => [path as string, words.pages[name]]));
  // Links in mails to visitors lead there, and no page does.
  names.set(MANAGE_PATH, words.managePage);
  return (
    <Stack gap="1">
      <Text>{words.pagesChange}</Text>
      <Stack as="ul" gap="0" listStyleType="none">
        {paths.map((path) => (
          <li key={path}>
            <TextLink
              {...tapTarget}
              href={requested === null ? path : `${path}?release=${encodeURIComponent(requested)}`}
              target="_blank"
              rel="noopener"
            >
              {names.get(path) ?? path}
            </TextLink>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

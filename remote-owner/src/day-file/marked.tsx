import { chakra } from '@site/shared-ui';
import { Fragment } from 'react';
import { EMPTY_PLACE } from '../papers/paper';

const Missing = chakra('mark', {
  base: { bg: 'sun', color: 'ink', fontWeight: 'semibold', whiteSpace: 'nowrap' },
});
/** An address that is copied from the print: it breaks only where it is longer than a line. */
const Unbroken = chakra('span', { base: { display: 'inline-block', maxWidth: 'full' } });

const ADDRESS = /(\S*(?:@|:\/\/)\S+)/;

/** Marks the places that are still empty, and keeps an address on one line. */
export const Marked = ({ children }: { readonly children: string }) =>
  children
    .split(EMPTY_PLACE)
    .map((part, at) =>
      EMPTY_PLACE.test(part) ? (
        <Missing key={at}>{part}</Missing>
      ) : (
        part
          .split(ADDRESS)
          .map((word, place) =>
            ADDRESS.test(word) ? (
              <Unbroken key={`${at}-${place}`}>{word}</Unbroken>
            ) : (
              <Fragment key={`${at}-${place}`}>{word}</Fragment>
            ),
          )
      ),
    );

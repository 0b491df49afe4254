import { chakra } from '@chakra-ui/react/styled-system';

interface PictureProps {
  readonly src: string;
  /** Empty for a decorative picture. */
  readonly alt: string;
  /** Intrinsic size in pixels, which reserves the space. */
  readonly width: number;
  readonly height: number;
  readonly eager?: boolean;
  /** Loaded early, but after all else: WebKit prints no picture that the visitor has not scrolled to. */
  readonly forPrint?: boolean;
}

/** A picture as wide as its container allows; loaded lazily unless `eager` or `forPrint`. */
export function Picture({ src, alt, width, height, eager = false, forPrint = false }: PictureProps) {
  return (
    <chakra.img
      src={src}
      alt={alt}
      htmlWidth={width}
      htmlHeight={height}
      loading={eager || forPrint ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : forPrint ? 'low' : 'auto'}
      decoding="async"
    />
  );
}

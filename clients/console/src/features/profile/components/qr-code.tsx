import { Center } from '@mantine/core';
import { encode } from 'uqr';

/** The number of modules that must stay light around the code: ISO/IEC 18004, quiet zone. */
const QUIET = 4;
const SIDE_PX = 208;

/**
 * A QR code. The console draws it itself, because the text is a secret. It is dark on light in any color scheme, as
 * cameras expect.
 */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const dark = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <Center>
      <svg
        role="img"
        aria-label={label}
        width={SIDE_PX}
        height={SIDE_PX}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={dark} fill="#000" />
      </svg>
    </Center>
  );
}

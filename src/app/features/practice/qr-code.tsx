import { encodeQR } from 'qr';

/** The width of the quiet zone that QR code readers need around a code, in modules (ISO/IEC 18004). */
const QUIET_ZONE_MODULES = 4;

/** Shows a text as a QR code. It is black on white in every theme, since QR code readers expect that. */
export function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE_MODULES });
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="block size-full forced-color-adjust-none"
    >
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path fill="#000" d={dark} />
    </svg>
  );
}

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and its self-signed certificate, as PEM. */
export interface Certificate {
  key: string;
  certificate: string;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Makes a certificate for this machine, `localhost` and 127.0.0.1, which is trusted only where it is configured. Node.js has
 * no function for this.
 */
export function selfSignedCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // RFC 5280, section 4.1, in DER.
  const ecdsaWithSha256 = sequence(objectId([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  // A unique name, because a certificate is looked up by its name.
  const called = Buffer.from(`test ${randomBytes(8).toString('hex')}`);
  const name = sequence(tagged(0x31, sequence(objectId([0x55, 0x04, 0x03]), tagged(0x0c, called))));
  const time = (ms: number) =>
    tagged(0x18, Buffer.from(`${new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`));
  const alternativeNames = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])));
  const basicConstraints = sequence(tagged(0x01, Buffer.from([0xff])));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        sequence(objectId([0x55, 0x1d, 0x11]), tagged(0x04, alternativeNames)),
        sequence(objectId([0x55, 0x1d, 0x13]), tagged(0x04, basicConstraints)),
      ),
    ),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function tagged(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const length =
    bytes.length < 0x80
      ? [bytes.length]
      : bytes.length < 0x100
        ? [0x81, bytes.length]
        : [0x82, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

const sequence = (...content: Buffer[]) => tagged(0x30, ...content);
const objectId = (bytes: number[]) => tagged(0x06, Buffer.from(bytes));

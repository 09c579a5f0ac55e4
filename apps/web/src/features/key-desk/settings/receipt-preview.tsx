import type { ReceiptWords, receiptKinds } from '@key2xs/contract';

type Props = {
  kind: (typeof receiptKinds)[number];
  language: 'en' | 'de';
  words: ReceiptWords;
  statement: string;
};

/** How a receipt reads, in its own language. People and keys are left open. */
export function ReceiptPreview({ kind, language, words, statement }: Props) {
  const facts = [
    kind === 'return' ? words.given_back_by : words.handed_to,
    ...(kind === 'transfer' ? [words.handed_on_by] : []),
    words.issued_by,
    words.at,
  ];
  return (
    <div lang={language} className="receipt-preview">
      <strong>{words.title[kind]}</strong>
      <dl>
        {facts.map((label) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>…</dd>
          </div>
        ))}
      </dl>
      <p>{statement}</p>
      <table>
        <thead>
          <tr>
            {words.columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {words.columns.map((label) => (
              <td key={label}>…</td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className="receipt-line">{words.signature}</p>
    </div>
  );
}

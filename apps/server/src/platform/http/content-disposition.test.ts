import { describe, expect, it } from 'vitest';
import { attachment } from './content-disposition';

describe('attachment', () => {
  it.each([
    ['people.csv', 'attachment; filename="people.csv"'],
    ['Dept 4_2 (old).csv', 'attachment; filename="Dept 4_2 _old_.csv"; filename*=UTF-8\'\'Dept%204_2%20%28old%29.csv'],
    ['Łódź.csv', 'attachment; filename="_odz.csv"; filename*=UTF-8\'\'%C5%81%C3%B3d%C5%BA.csv'],
    [
      'Café – Süd.csv',
      'attachment; filename="Cafe _ Sud.csv"; filename*=UTF-8\'\'Caf%C3%A9%20%E2%80%93%20S%C3%BCd.csv',
    ],
    ['警察.csv', 'attachment; filename="_.csv"; filename*=UTF-8\'\'%E8%AD%A6%E5%AF%9F.csv'],
    [
      'a"; filename="evil.exe',
      'attachment; filename="a__ filename__evil.exe"; filename*=UTF-8\'\'a_%3B%20filename%3D_evil.exe',
    ],
    ['../../etc/passwd', 'attachment; filename="_.._etc_passwd"'],
    ['a\r\nset-cookie: b.csv', 'attachment; filename="aset-cookie_ b.csv"'],
    ['\u202egnp.csv', 'attachment; filename="gnp.csv"'],
    ['half \ud83d.csv', 'attachment; filename="half .csv"'],
    ['', 'attachment; filename="download"'],
    ['...', 'attachment; filename="download"'],
  ])('%j', (fileName, header) => expect(attachment(fileName)).toBe(header));

  it('cuts a long name and keeps its ending', () => {
    expect(attachment(`${'a'.repeat(500)}.csv`)).toBe(`attachment; filename="${'a'.repeat(146)}.csv"`);
    expect(attachment(`${'😀'.repeat(500)}.csv`)).toMatch(
      /^attachment; filename="_.csv"; filename\*=UTF-8''(%F0%9F%98%80){146}\.csv$/,
    );
  });
});

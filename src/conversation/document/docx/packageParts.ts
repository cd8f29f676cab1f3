/** The parts of a Word document that do not depend on its text: styles, lists, relationships. */
import { escapeXml } from './xml.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Pairs of the depth of a list and of its numbering. */
export const MAX_LIST_DEPTH = 8;
export const BULLET_LIST = 1;

/** In twentieths of a point. */
export interface PageFormat {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** US letter for English, A4 for other languages, with margins of one inch. */
export function pageOf(language: string): PageFormat {
  return isEnglish(language)
    ? { width: 12_240, height: 15_840, margin: 1440 }
    : { width: 11_906, height: 16_838, margin: 1440 };
}

export function documentXml(body: string, { width, height, margin }: PageFormat): string {
  const section = `<w:sectPr><w:footerReference w:type="default" r:id="rFooter"/><w:pgSz w:w="${width}" w:h="${height}"/><w:pgMar w:top="${margin}" w:right="${margin}" w:bottom="${margin}" w:left="${margin}" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>`;
  return `${HEAD}<w:document ${W} ${R}><w:body>${body}${section}</w:body></w:document>`;
}

export function footnotesXml(footnotes: string): string {
  const separator = (id: number, type: string, mark: string) =>
    `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${mark}/></w:r></w:p></w:footnote>`;
  return `${HEAD}<w:footnotes ${W} ${R}>${separator(-1, 'separator', 'separator')}${separator(0, 'continuationSeparator', 'continuationSeparator')}${footnotes}</w:footnotes>`;
}

/** The title, and at the right margin the number of the page. `width`: between the margins. */
export function footerXml(title: string, width: number): string {
  const field = (code: string) => `<w:fldSimple w:instr="${code}"><w:r><w:t>1</w:t></w:r></w:fldSimple>`;
  return `${HEAD}<w:ftr ${W}><w:p><w:pPr><w:pStyle w:val="Footer"/><w:tabs><w:tab w:val="right" w:pos="${width}"/></w:tabs></w:pPr><w:r><w:t xml:space="preserve">${escapeXml(title)}</w:t><w:tab/></w:r>${field('PAGE')}<w:r><w:t xml:space="preserve"> / </w:t></w:r>${field('NUMPAGES')}</w:p></w:ftr>`;
}

export function settingsXml(): string {
  return `${HEAD}<w:settings ${W}><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;
}

/** `ordered`: the first number of each numbered list. Its numbering has the identifier 2 and following. */
export function numberingXml(ordered: readonly number[]): string {
  const levels = (format: string, text: (level: number) => string) =>
    Array.from({ length: MAX_LIST_DEPTH + 1 }, (_, level) => {
      const indent = 360 * (level + 1);
      return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text(level)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${indent}" w:hanging="360"/></w:pPr></w:lvl>`;
    }).join('');
  const abstract = [
    `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="hybridMultilevel"/>${levels('bullet', () => '•')}</w:abstractNum>`,
    `<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="hybridMultilevel"/>${levels('decimal', (level) => `%${level + 1}.`)}</w:abstractNum>`,
  ];
  const numbers = ordered.map((start, at) => {
    const overrides = Array.from(
      { length: MAX_LIST_DEPTH + 1 },
      (_, level) => `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
    ).join('');
    return `<w:num w:numId="${at + 2}"><w:abstractNumId w:val="1"/>${overrides}</w:num>`;
  });
  return `${HEAD}<w:numbering ${W}>${abstract.join('')}<w:num w:numId="${BULLET_LIST}"><w:abstractNumId w:val="0"/></w:num>${numbers.join('')}</w:numbering>`;
}

export function stylesXml(language: string): string {
  const heading = (level: number, size: number, before: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:uiPriority w:val="9"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="${before}" w:after="80"/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:color w:val="1F3864"/><w:sz w:val="${size}"/></w:rPr></w:style>`;
  return `${HEAD}<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri" w:eastAsia="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="${escapeXml(isEnglish(language) ? 'en-US' : language)}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/><w:uiPriority w:val="1"/><w:semiHidden/></w:style>
<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:uiPriority w:val="99"/><w:semiHidden/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>
${heading(1, 34, 0)}${heading(2, 27, 320)}${heading(3, 24, 240)}${heading(4, 22, 200)}${heading(5, 22, 160)}${heading(6, 22, 160)}
<w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/><w:basedOn w:val="Normal"/><w:uiPriority w:val="29"/><w:qFormat/><w:pPr><w:pBdr><w:left w:val="single" w:sz="18" w:space="8" w:color="B8C4D6"/></w:pBdr><w:ind w:left="360"/></w:pPr><w:rPr><w:color w:val="333333"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Code"/><w:basedOn w:val="Normal"/><w:pPr><w:shd w:val="clear" w:color="auto" w:fill="F5F5F5"/><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:noProof/><w:sz w:val="19"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="18"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="TableText"><w:name w:val="Table Text"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:before="20" w:after="20" w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="19"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Footer"><w:name w:val="footer"/><w:basedOn w:val="Normal"/><w:rPr><w:color w:val="666666"/><w:sz w:val="18"/></w:rPr></w:style>
<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>
</w:styles>`;
}

export function relationshipsXml(links: ReadonlyMap<string, string>): string {
  const part = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const external = [...links].map(
    ([url, id]) =>
      `<Relationship Id="${id}" Type="${OFFICE}/hyperlink" Target="${escapeXml(url)}" TargetMode="External"/>`,
  );
  return relationships([
    part('rStyles', 'styles', 'styles.xml'),
    part('rNumbering', 'numbering', 'numbering.xml'),
    part('rSettings', 'settings', 'settings.xml'),
    part('rFootnotes', 'footnotes', 'footnotes.xml'),
    part('rFooter', 'footer', 'footer1.xml'),
    ...external,
  ]);
}

export function footnoteRelationshipsXml(links: ReadonlyMap<string, string>): string {
  return relationships(
    [...links].map(
      ([url, id]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/hyperlink" Target="${escapeXml(url)}" TargetMode="External"/>`,
    ),
  );
}

export function packageRelationshipsXml(): string {
  return relationships([
    `<Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>`,
    '<Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
  ]);
}

function relationships(parts: readonly string[]): string {
  return `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts.join('')}</Relationships>`;
}

export function corePropertiesXml(title: string): string {
  return `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`;
}

export function contentTypesXml(): string {
  const part = (name: string, type: string) => `<Override PartName="${name}" ContentType="${type}"/>`;
  return `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
    part('/word/document.xml', `${MAIN}.document.main+xml`),
    part('/word/styles.xml', `${MAIN}.styles+xml`),
    part('/word/numbering.xml', `${MAIN}.numbering+xml`),
    part('/word/settings.xml', `${MAIN}.settings+xml`),
    part('/word/footnotes.xml', `${MAIN}.footnotes+xml`),
    part('/word/footer1.xml', `${MAIN}.footer+xml`),
    part('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
  ].join('')}</Types>`;
}

function isEnglish(language: string): boolean {
  return /^en\b/i.test(language);
}

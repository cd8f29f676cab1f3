/** Everyday words for the subjects of accounting and auditing standards, topic by topic in the order of their tables of contents. */
export const STANDARDS = `
asc 205: going concern presentation discontinued operations financial statements
asc 210: balance sheet current noncurrent offsetting
asc 220: comprehensive income OCI
asc 230: cash flow statement operating investing financing restricted cash
asc 235: accounting policies notes disclosure
asc 250: accounting change error correction restatement prior period estimate
asc 260: earnings per share EPS diluted
asc 270: interim quarterly reporting
asc 272: limited liability entities
asc 275: risks uncertainties concentrations
asc 280: segment reporting operating segments
asc 310: receivables loans
asc 320: debt securities held to maturity available for sale
asc 321: equity securities fair value
asc 323: equity method investments significant influence
asc 326: credit losses CECL expected allowance
asc 330: inventory lower of cost net realizable value FIFO LIFO
asc 340: deferred costs contract costs prepaid commissions
asc 350: goodwill impairment intangibles internal-use software cloud computing indefinite-lived
asc 360: property plant equipment depreciation impairment long-lived assets held for sale
asc 405: liabilities extinguishment
asc 410: asset retirement obligation environmental
asc 420: exit disposal restructuring
asc 450: contingencies lawsuit loss probable reasonably possible accrue disclose
asc 460: guarantees warranty
asc 470: debt modification classification covenant convertible troubled restructuring
asc 480: liabilities versus equity mandatorily redeemable
asc 505: equity treasury stock dividends
asc 606: revenue from contracts with customers performance obligation transaction price five steps variable consideration principal agent license
asc 610: other income gain on nonfinancial assets
asc 710: compensation vacation accrual
asc 712: severance postemployment
asc 715: pension retirement benefits
asc 718: stock compensation share-based options grant date fair value vesting forfeitures
asc 720: other expenses start-up advertising
asc 730: research development costs expense
asc 740: income taxes deferred tax valuation allowance uncertain tax positions more likely than not rate reconciliation FIN 48
asc 805: business combinations acquisition purchase price goodwill
asc 810: consolidation variable interest entity VIE
asc 815: derivatives hedging hedge accounting embedded
asc 820: fair value measurement level 1 2 3
asc 825: financial instruments fair value option
asc 830: foreign currency translation remeasurement
asc 835: interest capitalized imputed debt issuance
asc 840: old lease operating capital
asc 842: leases right-of-use asset lease liability lessee lessor operating finance classification discount rate short-term
asc 845: nonmonetary exchange
asc 848: reference rate reform LIBOR
asc 850: related party disclosures
asc 852: bankruptcy reorganization
asc 855: subsequent events after year end
asc 860: transfers servicing sale of receivables factoring
asc 958: not-for-profit entities contributions donor restrictions
as 1105: audit evidence sufficient appropriate
as 1215: audit documentation workpapers retention
as 1220: engagement quality review
as 1301: communications with audit committees
as 2101: audit planning materiality
as 2110: identifying assessing risks of material misstatement
as 2201: internal control over financial reporting ICFR audit material weakness
as 2301: auditor's responses to risks substantive procedures tests of controls
as 2305: analytical procedures
as 2310: confirmation receivables bank
as 2315: audit sampling sample size
as 2401: fraud consideration journal entries management override
as 2410: related parties audit
as 2415: going concern substantial doubt auditor
as 2501: auditing accounting estimates
as 2510: inventory observation count
as 2610: predecessor successor initial audit
as 2801: subsequent events auditor
as 2805: management representation letter
as 2810: evaluating audit results misstatements
as 3101: auditor's report unqualified critical audit matters
as 3105: qualified adverse disclaimer
au-c 230: audit documentation
au-c 240: fraud risks
au-c 265: communicating internal control deficiencies significant deficiency
au-c 315: understanding entity risk assessment
au-c 320: materiality
au-c 330: responding to assessed risks
au-c 450: evaluating misstatements
au-c 500: audit evidence
au-c 501: inventory litigation observation
au-c 505: external confirmations
au-c 520: analytical procedures
au-c 530: audit sampling
au-c 540: accounting estimates
au-c 550: related parties
au-c 560: subsequent events
au-c 570: going concern
au-c 580: written representations
au-c 600: group audits component auditors
au-c 700: opinion report
`;

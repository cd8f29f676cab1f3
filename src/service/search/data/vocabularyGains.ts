/** Everyday words for the subjects of the Internal Revenue Code, gains, S corporations, special persons (§§ 1001-1563 without withholding), section by section in the order of its table of contents. */
export const GAINS = `
1001: gain loss on sale how computed amount realized less basis recognized
1011: adjusted basis used for gain or loss bargain sale to charity
1012: cost basis what you paid purchase price average basis mutual fund specific identification stock lots
1013: inventory basis last inventory
1014: inherited property basis stepped-up at death fair market value date of death heir inheritance community property
1015: basis of gift received gifted property carryover donor's basis gift tax paid transfer from parent
1016: adjustments to basis improvements depreciation allowed or allowable
1017: reduce basis after debt discharge
1019: landlord basis tenant improvements
1021: annuity sale basis
1031: like-kind exchange swap trade real estate rental building land for another deferred exchange 45 days 180 days boot tenant in common investment property replacement
1032: corporation issues its own stock treasury shares no gain
1033: involuntary conversion condemned eminent domain destroyed insurance money replacement property two three years casualty proceeds reinvest
1035: exchange life insurance annuity policy tax-free 1035
1036: exchange common for common stock same corporation
1037: exchange US savings obligations
1038: repossess real property seller takes back land buyer defaults
1040: estate satisfies bequest with farm special use property
1041: transfer between spouses divorce property settlement ex-husband ex-wife incident no gain
1042: sell stock to ESOP rollover replacement property
1043: government official divest conflict of interest certificate of divestiture
1045: roll over QSBS small business stock gain 60 days
1058: securities lending loan of stock
1059: extraordinary dividend reduce basis corporate shareholder two years
1059a: imported property customs value limit
1060: allocate purchase price of business assets goodwill residual method buy sell business asset acquisition
1061: carried interest fund manager three-year holding period private equity profits interest promote
1091: wash sale sell stock at loss buy back within thirty days repurchase substantially identical
1092: straddle offsetting positions loss deferral covered call
1202: qualified small business stock QSBS exclusion startup founder five years 10 million 100 percent exclusion
1211: capital loss limit 3,000 against ordinary income corporation only against gains
1212: capital loss carryover carryforward five years corporation carryback three
1221: capital asset definition inventory self-created copyright accounts receivable hedging
1222: short-term long-term capital gain one year net definitions
1223: holding period tacking how long owned inherited gift
1231: business property sold gain capital loss ordinary depreciable real estate used in business timber livestock five-year lookback
1233: short sale of stock
1234: options puts calls lapse
1234a: cancel terminate right contract gain
1234b: securities futures
1235: inventor sells patent capital gain holder royalties
1236: securities dealer investment identification same day
1237: subdivide land lots sell acreage developer
1239: sale of depreciable property to own company related ordinary income controlled entity spouse
1241: cancel lease distributorship payment
1242: loss on SBIC stock
1244: small business stock ordinary loss 50,000 100,000 failed startup worthless
1245: depreciation recapture equipment personal property sold at gain ordinary income
1248: sale of CFC stock dividend
1249: patent sale to foreign corporation
1250: depreciation recapture building real estate additional straight-line
1252: farm land soil water recapture
1253: franchise trademark transfer contingent payments
1254: oil gas mineral intangible drilling recapture
1255: conservation payment property recapture
1256: futures contracts 60/40 marked to market regulated commodity foreign currency options
1257: converted wetlands
1258: conversion transaction time value ordinary
1259: constructive sale short against the box appreciated position
1260: constructive ownership hedge fund pass-thru derivative
1271: bond retired redeemed sold discount gain
1272: original issue discount OID accrue currently zero coupon bond
1273: original issue discount definition issue price de minimis
1274: issue price debt for property applicable federal rate AFR seller financing adequate interest
1274a: seller financing small 2.8 million cash method debt
1275: OID definitions contingent payment
1276: market discount bond bought below face ordinary income
1277: market discount interest deferral
1278: market discount definitions election include currently
1281: short-term discount treasury bill accrue
1286: stripped bonds coupons
1287: unregistered bearer bond gain
1288: tax-exempt OID
1291: PFIC passive foreign investment company excess distribution interest charge foreign mutual fund
1293: QEF qualified electing fund current inclusion
1294: QEF deferral election
1295: QEF election
1296: PFIC mark-to-market election
1297: PFIC definition 75 percent passive income 50 percent assets
1298: PFIC attribution once always
1301: farmer fisherman income averaging three years
1311: mitigation correct error in closed year
1312: circumstances of adjustment double inclusion double deduction
1313: determination mitigation
1314: amount and method of mitigation
1341: claim of right repaid income over 3,000 returned bonus clawback restore
1351: foreign expropriation recovery
1352: tonnage tax shipping
1361: S corporation eligibility who can be shareholder 100 shareholders one class of stock nonresident alien trust ESBT QSST qualified subchapter S subsidiary small business corporation
1362: elect S status revoke terminate inadvertent late election Form 2553 passive income three years five-year wait
1363: S corporation not taxed computes income LIFO recapture
1366: S corporation pass through items shareholder losses limited to stock and debt basis
1367: S shareholder basis adjustments stock debt
1368: S corporation distributions AAA accumulated adjustments account E&P
1371: S corporation carryforwards C years post-termination
1372: S corporation more than 2 percent shareholder fringe benefits health insurance
1373: S corporation foreign income
1374: built-in gains tax S corporation formerly C corporation sells appreciated assets within five years recognition period converted
1375: S corporation excess net passive income tax with E&P 25 percent
1377: S corporation pro rata share per day terminates interest post-termination transition
1378: S corporation calendar year
1381: cooperative subject to tax
1382: cooperative patronage dividends deduction
1383: cooperative redeems nonqualified notices
1385: patron includes patronage dividend
1388: patronage dividend definition qualified written notice
1396: empowerment zone wage credit
1397c: enterprise zone business
1398: individual bankruptcy estate chapter 7 11 taxable year election
1399: no separate entity partnership corporation bankruptcy
1400z-1: opportunity zones designation census tract
1400z-2: opportunity fund invest capital gain defer 180 days ten years qualified
1401: self-employment tax rate 15.3 social security medicare freelance additional 0.9
1402: net earnings from self-employment definition limited partner exemption minister religious rental real estate director fees
1403: self-employment tax miscellaneous
1411: net investment income tax 3.8 percent NIIT high earners investment surtax
1501: consolidated return affiliated group file together
1502: consolidated return regulations
1503: consolidated tax dual consolidated loss
1504: affiliated group definition 80 percent vote and value includible corporation
1552: earnings and profits consolidated group tax allocation
1561: controlled group share accumulated earnings credit
1563: controlled group definition brother-sister parent-subsidiary component member
`;
